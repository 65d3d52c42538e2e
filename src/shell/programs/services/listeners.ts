import { awaitsOthers } from '../../judge/hosts.ts';
import { mild } from '../../state/run.ts';
import { judged, mildly, onVerb, type Program, type Programs } from '../program.ts';

/** Options that only ask a server what it would do. */
const CHECKS =
  /(?:^| )(?:-t|-T|-v|-V|--?version|--?help|--check|check|configtest|fmt|validate|version|status|help|adapt)(?: |$)/;

const serves = (why: string, from: 'localhost' | '*'): Program =>
  judged({ ownOptions: true }, run => {
    if (CHECKS.test(run.text)) return mild(run, `asks ${run.name}`);
    const local = from === 'localhost' && !/0\.0\.0\.0|\[::\]|bind[_a-z]*[= ]["']?(?:\*|::)/.test(run.text);
    awaitsOthers(run, local ? 'localhost' : '*', local ? undefined : why);
    if (local) mild(run, 'waits for connections of this machine');
  });

const sends = (why: string): Program => ({ dangerous: why, network: true });
const asks = (why: string): Program => ({ moderate: why, network: true });

/** Programs that wait for connections, and programs that carry words to other machines in ways of their own. */
export const LISTENERS: Programs = {
  'httpd telnetd ftpd tftpd tftpd-hpa inetd xinetd dnsd udhcpd udhcpc syslogd rsyslogd sshd dropbear nginx openresty apachectl apache2 apache2ctl lighttpd thttpd webfsd darkhttpd mini_httpd micro_httpd boa mongoose caddy miniserve simple-http-server static-web-server goshs dufs filebrowser gatling hfs sfz gossa http-file-server dnsmasq named unbound squid tinyproxy privoxy 3proxy danted haproxy envoy traefik varnishd pound rinetd redir code-server openvscode-server rstudio-server theia Xvnc Xtigervnc xpra gdbserver lldb-server mosh-server etserver websocketd systemd-socket-activate systemd-journal-remote systemd-journal-gatewayd rpcbind smbd nmbd nfsd vsftpd proftpd pure-ftpd postfix dovecot slirp4netns pppd pptpd xl2tpd charon woof qrcp portal sbd powercat cryptcat gs-netcat dnscat ncat.openbsd nc.openbsd nc.traditional sccache-dist distccd iiod upnpd minidlnad avahi-daemon snmpd collectd statsd telegraf fluentd logstash vector nbd-server tgtd':
    serves('waits for connections, or joins networks', '*'),
  'redis-server valkey-server memcached postgres mysqld mariadbd mongod minio etcd prometheus grafana-server rabbitmq-server nats-server mosquitto influxd clickhouse-server elasticsearch meilisearch typesense-server dlv':
    serves('waits for connections', 'localhost'),
  'zrok pagekite pagekite.py telebit localhost.run upterm sshx teleconsole localxpose loophole playit tunnelto tunnelmole srv.us pinggy packetriot inlets boringproxy rathole frps gost ligolo-ng wstunnel jprq expose':
    sends('opens this machine to others'),
  'finger talk ytalk ntalk exim exim4 ssmtp postdrop lp lpr lpq lprm lpstat ncftp ncftpput smbget nsupdate rndc rexec uucp uux sz rz zmodem obexftp kdeconnect-cli et eternalterminal mosquitto_pub amqp-publish kcat kafkacat nats influx irssi weechat weechat-headless ii sic profanity finch bitchx epic5 transfer.sh plik snmpset snmptrap snmpinform ldapcompare systemd-journal-upload wscat websocat ws grpcurl evans gnutls-cli hurl curlie ghz toot rainbowstream ntfy gotify pastebinit wgetpaste pastebin haste termbin sprunge ix':
    sends('sends what it is given to another machine'),
  'delv dog doggo q systemd-resolve avahi-resolve avahi-resolve-address avahi-browse arping nping tcptraceroute showmount rpcinfo snmpget snmpgetnext snmpbulkwalk ldapsearch mosquitto_sub amqp-consume rdate sntp rwho rusers rup ruptime newsboat nfsstat GET HEAD lwp-request':
    asks('asks another machine'),
  'POST PUT DELETE': sends('sends data'),
  'avahi-publish avahi-publish-service avahi-publish-address': serves('tells others of this machine', '*'),
  asciinema: onVerb(
    /^(?:upload|stream|auth)$/,
    run => awaitsOthers(run, '*', 'sends a recording away'),
    mildly('records a session'),
  ),
  fab: {
    risks: { 'works on another machine': '-H|--hosts=host' },
    judge: run => mild(run, "runs the project's own code"),
  },
};
