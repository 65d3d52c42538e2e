/** Features that ask for more than the page, find a way around a proxy, or hold up a picture. */
const OFF_FEATURES = [
  ...['AimEnabled', 'AsyncDns', 'AutofillServerCommunication', 'CertificateTransparencyComponentUpdater'],
  ...['DialMediaRouteProvider', 'DnsOverHttps', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'MediaRouter'],
  ...['NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'Translate'],
];

/**
 * The flags of a browser without a window, which knows nobody, asks for nothing by itself, and has no way out. Each
 * page gets a way of its own: a proxy that is its context's alone.
 */
export const browserFlags = (profile: string): readonly string[] => [
  ...['--headless', '--remote-debugging-pipe', `--user-data-dir=${profile}`],
  // Traffic that is not a page's leads nowhere, also for this machine's names; past the proxy is no address and no UDP.
  ...['--proxy-server=http://nowhere.invalid:9', '--proxy-bypass-list=<-loopback>'],
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ...['--disable-quic', '--dns-prefetch-disable', `--disable-features=${OFF_FEATURES.join(',')}`],
  // Without this feature a picture of a small window never comes.
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  ...['--disable-field-trial-config', '--disable-background-networking', '--disable-component-update'],
  // The browser asks these addresses all the same, so they lead nowhere.
  ...['--component-updater=url-source=http://updates.invalid', '--gaia-url=http://accounts.invalid'],
  ...['--apps-gallery-update-url=http://updates.invalid', '--disable-component-extensions-with-background-pages'],
  ...['--disable-client-side-phishing-detection', '--disable-domain-reliability', '--disable-default-apps'],
  ...['--disable-extensions', '--disable-sync', '--no-pings', '--no-first-run', '--no-default-browser-check'],
  ...['--no-service-autorun', '--metrics-recording-only', '--disable-search-engine-choice-screen'],
  ...['--disable-breakpad', '--disable-crash-reporter'],
  // These flags keep out the person's keys, and prompts that wait for a person.
  ...['--password-store=basic', '--use-mock-keychain', '--deny-permission-prompts', '--disable-print-preview'],
  '--mute-audio',
  // The window is drawn though nobody looks at it.
  ...['--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows'],
  ...['--disable-renderer-backgrounding', '--disable-hang-monitor', '--disable-prompt-on-repost'],
  // These flags make the same picture everywhere.
  ...['--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars', '--force-color-profile=srgb'],
  ...['--force-device-scale-factor=1', '--disk-cache-size=1', '--renderer-process-limit=4'],
  ...['--js-flags=--max-old-space-size=1024', 'about:blank'],
];
