const KEY = 'toolgate-token';

/** From the link once, then from this tab's memory; the address bar no longer shows it. */
export function takeToken(): string | undefined {
  const url = new URL(window.location.href);
  const given = url.searchParams.get('token');
  if (given !== null) {
    url.searchParams.delete('token');
    window.history.replaceState(null, '', `${url.pathname}${url.search}${url.hash}`);
    if (given !== '') sessionStorage.setItem(KEY, given);
  }
  return sessionStorage.getItem(KEY) ?? undefined;
}

export const authorization = (): Record<string, string> => ({
  authorization: `Bearer ${sessionStorage.getItem(KEY) ?? ''}`,
});
