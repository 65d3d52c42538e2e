/** Variables by which programs know that there is a proxy on a port of the machine that they see. */
export function proxyVariables(port: number): Readonly<Record<string, string>> {
  const way = `http://127.0.0.1:${port}`;
  const names = ['http_proxy', 'https_proxy', 'all_proxy'];
  return {
    ...Object.fromEntries(names.flatMap(name => [name, name.toUpperCase()]).map(name => [name, way])),
    NODE_USE_ENV_PROXY: '1',
  };
}
