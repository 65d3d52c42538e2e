import { spawn } from 'node:child_process';
import {
  type HttpServer,
  isHttp,
  keptSignIns,
  type McpServerConfig,
  signInToServer,
} from '../../adapters/mcp/client/index.ts';
import { ConfigError } from '../../config/config-error.ts';
import type { Settings } from '../../config/load-settings.ts';
import { nearest } from '../../tool/text/nearest.ts';
import type { CommonOptions } from '../options.ts';
import { settingsFor, signInFolder, terminalFor } from '../session.ts';
import { canAsk, toPrintableLine } from '../terminal/terminal.ts';

export async function signIn(name: string, options: CommonOptions & { forget?: boolean }): Promise<void> {
  const terminal = terminalFor(options);
  const settings = await settingsFor(options, terminal);
  const config = serverNamed(name, settings);
  const signIns = keptSignIns(() => signInFolder(settings.workspace.root));
  const answer = (signedIn: boolean, text: string, more = {}): void =>
    options.json ? terminal.json({ server: name, signedIn, ...more }) : terminal.result(text);
  if (options.forget) {
    const server = { name, url: config.url };
    const was = await signIns.alone(server, async () => signIns.forget(server));
    return answer(false, was ? `The sign-in to ${name} is forgotten.` : `There was no sign-in to ${name}.`);
  }
  const show = (page: URL): void => {
    // Whoever is to open the address must see it, also with --quiet.
    const address = toPrintableLine(page.href);
    terminal.problem(`To sign in to ${name}, open this in a browser on this machine:\n\n  ${address}\n`);
    if (canAsk(options)) openInBrowser(page);
  };
  const interrupt = new AbortController();
  const onSignal = () => interrupt.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  try {
    const { signal } = interrupt;
    const { issuer, tokens } = await signInToServer({ name, config, env: process.env, signIns, signal, show });
    return answer(true, `You are signed in to ${name}.`, { issuer, scope: tokens.scope });
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

function serverNamed(name: string, { mcpServers, withheld }: Settings): HttpServer {
  const config = Object.hasOwn(mcpServers, name) ? (mcpServers[name] as McpServerConfig) : undefined;
  if (!config) {
    const names = Object.keys(mcpServers);
    const [near] = nearest(name, names, 1);
    const all = names.length > 0 ? `There are: ${names.join(', ')}.` : 'Name one in "mcpServers".';
    const others = withheld.includes('mcpServers') ? "This project's own are not trusted: toolgate trust" : all;
    const named = toPrintableLine(JSON.stringify(name));
    throw new ConfigError(`No server of the config is named ${named}`, near ? `Did you mean ${near}?` : others);
  }
  if (!isHttp(config))
    throw new ConfigError(
      `${name} is a program on this machine, and one signs in to servers over HTTP only`,
      'Give it what it needs with "env".',
    );
  return config;
}

/** Opens a page where there is a program for it and a screen to show it on. The address is a checked one: http or https. */
function openInBrowser({ href }: URL): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const mac = process.platform === 'darwin';
  if (!mac && !DISPLAY && !WAYLAND_DISPLAY) return;
  spawn(mac ? 'open' : 'xdg-open', [href], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
