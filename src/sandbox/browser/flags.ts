/** What would be asked for besides the page, would find its way around a proxy, or holds up a picture. */
const OFF_FEATURES = [
  'AimEnabled',
  'AsyncDns',
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'DnsOverHttps',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'Translate',
] as const;

/**
 * A browser without a window, which knows nobody, asks for nothing by itself, and has no way out. Each page gets one of
 * its own: a proxy that is its context's alone.
 */
export const browserFlags = (profile: string): readonly string[] => [
  '--headless',
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
  // What is not a page's leads nowhere, this machine's own names too; what goes around it finds no address and no UDP.
  '--proxy-server=http://nowhere.invalid:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  `--disable-features=${OFF_FEATURES.join(',')}`,
  // Else a picture of a small window never comes.
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
  '--disable-field-trial-config',
  '--disable-background-networking',
  '--disable-component-update',
  // It asks there all the same; these names lead nowhere.
  '--component-updater=url-source=http://updates.invalid',
  '--gaia-url=http://accounts.invalid',
  '--apps-gallery-update-url=http://updates.invalid',
  '--disable-component-extensions-with-background-pages',
  '--disable-client-side-phishing-detection',
  '--disable-domain-reliability',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--metrics-recording-only',
  '--disable-search-engine-choice-screen',
  '--disable-breakpad',
  '--disable-crash-reporter',
  // Nothing of the person, and nothing that waits for one.
  '--password-store=basic',
  '--use-mock-keychain',
  '--deny-permission-prompts',
  '--disable-print-preview',
  '--mute-audio',
  // Nobody looks at the window, and it is drawn all the same.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  // The same picture everywhere.
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--force-device-scale-factor=1',
  '--disk-cache-size=1',
  '--renderer-process-limit=4',
  '--js-flags=--max-old-space-size=1024',
  'about:blank',
];
