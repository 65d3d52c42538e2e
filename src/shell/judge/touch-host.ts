import { type JudgedCommand, mild, risk } from '../state/run.ts';
import { carriesData, isKnown, SOME, showValue } from '../state/value.ts';
import { readPath } from './touch.ts';

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1\]?|.*\.localhost|host\.docker\.internal)$/i;
const METADATA =
  /^(?:169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200|\[?fd00:ec2::254\]?|168\.63\.129\.16)$/i;

export const isLocal = (host: string): boolean => LOCAL.test(host);

/** Reaches a host; `sends` where the command sends more than the question for a page. */
export function touchHost(run: JudgedCommand, address: string, sends?: string): undefined {
  const host = hostOfAddress(address);
  if (/^file:/i.test(address))
    return readPath(run, address.replace(/^file:(?:\/\/[^/]*)?/i, '').replace(/\{[^}]*\}|\[[^\]]*\]/g, SOME));
  run.shell.session.findings.touch({ kind: 'network', resource: isKnown(host) && host !== '' ? host : '*' });
  if (METADATA.test(host)) return risk(run, `asks ${host} for the machine's credentials`);
  if (/^(?:gopher|dict|ldaps?|telnet|smtps?|tftp|scp|sftp|smb|mqtt|ext)(?::|$)/i.test(address))
    return risk(run, `speaks another protocol than http with ${showValue(host)}`);
  if (/^\uE002+$/.test(address)) return mild(run, 'connects to a host that is known only at run time');
  if (carriesData(address)) return risk(run, `sends data away within the address ${showValue(address)}`);
  if (sends !== undefined && !isLocal(host)) return risk(run, `${sends} to ${showValue(host)}`);
  mild(run, `connects to ${host === '' ? 'some host' : showValue(host)}`);
}

export function hostOfAddress(address: string): string {
  const found = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/@]*@)?(\[[^\]]*\]|[^/:?#]*)/i.exec(address);
  return (found?.[1] ?? '').toLowerCase();
}
