/** An error of the protocol that answers no message, for nobody has read one. */
export const refuseRequest = (
  status: number,
  [code, message]: readonly [code: number, message: string],
  headers?: Readonly<Record<string, string>>,
): Response => Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
