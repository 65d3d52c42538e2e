import type { Lexis } from './tokens.ts';

/** A language by its names: harmless ones, those that change or reach out, and those that can do anything. */
export interface CodeLanguage extends Lexis {
  /** Names that compute and print; code that has only such names is safe. */
  readonly harmless: RegExp;
  /** Names that run programs or code, send data, end processes, read secrets. */
  readonly dangerous: RegExp;
  /** Calls that delete whole folders: their paths are judged. */
  readonly removes: RegExp;
  /** Calls that write: their paths are judged. */
  readonly writes: RegExp;
  /** The way in which the language loads modules, where it is understood here. */
  readonly imports?: 'python' | 'javascript';
}

const WORDS =
  'and or not in is if else elif for while do done def return lambda import from as pass break continue with None True False null undefined true false const let var function of new typeof this then end begin print println my our use strict warnings foreach unless until';
const words = (texts: TemplateStringsArray, ...values: readonly string[]): RegExp =>
  new RegExp(
    `^(?:${String.raw({ raw: texts }, ...values)
      .trim()
      .split(/\s+/)
      .join('|')})$`,
  );

export const PYTHON: CodeLanguage = {
  comment: '#',
  backticksRun: false,
  sigils: '',
  harmless: words`${WORDS} json sys os math re ast parse literal_eval typing dataclasses dataclass enum operator copy deepcopy heapq bisect io StringIO BytesIO html escape unescape difflib fnmatch glob pathlib Path getcwd listdir join exists isfile isdir basename dirname abspath realpath splitext cpu_count getpid uname walk scandir stat getsize iterdir rglob read_text with_suffix stem suffix parent difference union exit datetime time string itertools functools collections statistics textwrap pprint decimal fractions random uuid hashlib base64 binascii struct unicodedata platform load loads dumps dump stdin stdout stderr read readline readlines write version version_info executable argv len range sorted sum min max abs int str float list dict set tuple bool bytes enumerate zip map filter reversed any all round ord chr hex bin oct repr format type isinstance join split strip lstrip rstrip replace upper lower startswith endswith get keys values items append add pop now today utcnow strftime isoformat timestamp date timedelta time perf_counter sqrt pi e floor ceil log log2 log10 pow sin cos tan factorial gcd match search findall sub compile group encode decode md5 sha1 sha256 sha512 hexdigest digest b64encode b64decode uuid4 system machine node processor release python_version indent sort_keys ensure_ascii sep end f b r u rb count index find title capitalize zfill center Counter defaultdict most_common calendar month csv reader DictReader locale getpreferredencoding maxsize byteorder modules path prefix choice randint sample shuffle open x y i j k n s d v line l data obj row c a file key val value result res total input p t m`,
  dangerous: words`os_system popen Popen subprocess pty spawn spawnl spawnv spawnlp execv execve execl execvp execlp exec eval __import__ import_module importlib getattr setattr globals locals vars __builtins__ __class__ __subclasses__ __globals__ __dict__ ctypes cffi CDLL socket urllib urllib2 urllib3 requests httpx aiohttp http smtplib ftplib telnetlib paramiko fabric pickle marshal shelve dill fork kill killpg setuid setgid seteuid environ getenv pwd spwd getpass keyring webbrowser multiprocessing threading resource mmap code codeop runpy pip ensurepip pdb compile_command exec_module settrace boto3 antigravity reboot ptrace chroot mount symlink crontab schedule winreg system startfile posix_spawn posix_spawnp spawnve spawnvp spawnle spawnlpe execle execlpe execvpe forkpty openpty putenv unsetenv environb abort nice setpgid setsid sendfile module_from_spec SourceFileLoader load_module find_loader addaudithook setprofile _exit read_pickle unsafe_load UnsafeLoader FullLoader hub load_dataset from_pretrained snapshot_download urlretrieve urlopen create_engine load_library enable_load_extension load_extension`,
  removes: words`rmtree removedirs unlink remove rmdir truncate ftruncate`,
  writes: words`write_text write_bytes writelines mkdir makedirs touch rename renames copyfile copytree copy2 move chmod lchmod chown lchown utime link symlink_to hardlink_to mkfifo mknod mkstemp mkdtemp NamedTemporaryFile TemporaryDirectory savefig save savez savez_compressed savetxt save_model save_pretrained to_(?:csv|json|excel|parquet|pickle|sql|hdf|feather|html|latex|stata|xml|orc|disk) imwrite imsave tofile memmap extract extractall writestr writer writerow writerows DictWriter copy write_csv write_parquet write_json make_archive unpack_archive`,
  imports: 'python',
};

export const JAVASCRIPT: CodeLanguage = {
  comment: '//',
  backticksRun: false,
  sigils: '$#',
  harmless: words`${WORDS} console log error table dir info warn JSON parse stringify Math Date now toISOString Object keys values entries assign fromEntries Array from map filter reduce forEach join split slice splice length push concat sort reverse indexOf includes find some every flat String Number Boolean parseInt parseFloat toString toFixed trim replace replaceAll match padStart padEnd toUpperCase toLowerCase startsWith endsWith repeat charCodeAt RegExp test Set Map has get size add BigInt Intl NumberFormat DateTimeFormat process version versions node v8 arch platform cwd argv memoryUsage hrtime uptime stdout stdin write on data os cpus totalmem freemem hostname type release path resolve basename dirname extname relative sep util inspect url URL searchParams pathname crypto randomBytes randomUUID createHash update digest hex base64 utf8 utf Buffer require fs readFileSync existsSync readdirSync statSync package scripts dependencies devDependencies name main module exports default async await performance exit setTimeout setInterval setImmediate clearTimeout clearInterval Promise then catch finally all structuredClone Symbol WeakMap Uint8Array TextEncoder TextDecoder encode decode round floor ceil max min abs sqrt pow PI random x y i j k n s d e v p a b r c m t o key value item acc cur str arr obj row line chunk file f input body`,
  dangerous: words`child_process exec execSync execFile execFileSync spawn spawnSync fork eval Function constructor __proto__ prototype globalThis global Reflect Proxy vm runInNewContext runInThisContext net tls dgram http https http2 dns fetch axios got XMLHttpRequest WebSocket request env binding dlopen kill abort worker_threads Worker cluster inspector repl createRequire Bun Deno nodemailer ssh2 puppeteer homedir userInfo setuid setgid chroot mainModule _load fromCharCode atob`,
  removes: words`rm rmSync rmdir rmdirSync unlink unlinkSync truncate truncateSync remove removeSync emptyDirSync rimraf`,
  writes: words`writeFile writeFileSync appendFile appendFileSync createWriteStream mkdir mkdirSync copyFile copyFileSync rename renameSync cpSync cp symlink symlinkSync chmod chmodSync chown chownSync lchown utimes utimesSync futimes lutimes link linkSync mkdtemp mkdtempSync write writeSync writev ftruncate ftruncateSync fchmod fchown openSync outputFile outputFileSync outputJson writeJson writeJsonSync ensureDir ensureDirSync move moveSync copySync`,
  imports: 'javascript',
};

export const PERL: CodeLanguage = {
  comment: '#',
  backticksRun: true,
  sigils: '$@%',
  harmless: words`${WORDS} s y m tr qw q qr split join map grep sort reverse keys values push pop shift unshift length substr index rindex uc lc ucfirst lcfirst sprintf printf say chomp chop defined scalar local time localtime gmtime int abs sqrt hex oct ord chr last next redo BEGIN END \\$_ \\$\\. \\$& \\$1 \\$2 \\$3 \\$4 \\$n \\$i \\$x \\$s \\$F \\@F \\$line \\$0 \\$sum \\$count \\%seen \\$seen \\@lines \\$a \\$b g i x e gi ge gx n p l print STDIN STDOUT STDERR List Util max min sum first encode_json decode_json to_json from_json canonical pretty JSON PP POSIX strftime floor ceil Data Dumper MIME Base64 eq ne lt gt le ge cmp exists delete wantarray ref bless`,
  dangerous: words`system exec qx fork kill eval require do syscall socket connect IO Socket LWP HTTP Net open3 open2 IPC \\%ENV \\$ENV ENV unpack pack sysopen dbmopen chroot setpgrp symlink glob utime readpipe`,
  removes: words`unlink rmdir rmtree remove_tree truncate`,
  writes: words`open rename mkdir link chmod chown copy move opendir`,
};

export const RUBY: CodeLanguage = {
  comment: '#',
  backticksRun: true,
  sigils: '$@',
  harmless: words`${WORDS} puts p pp require json yaml date time set Time now Date today JSON YAML parse load generate pretty_generate load_file STDIN STDOUT ARGF ARGV gets read each map select reject reduce inject sum min max sort sort_by uniq first last length size count join split strip gsub sub match scan upcase downcase capitalize reverse to_s to_i to_f \\$_ \\$\\. error to_a to_h to_sym inspect keys values merge dig fetch any all none zip flatten compact times upto step puts print printf format RUBY_VERSION RUBY_PLATFORM File readlines exist each_line each_with_index Math sqrt PI Integer Float String Array Hash SecureRandom hex uuid securerandom digest Digest MD5 SHA256 hexdigest class x i n s k v l line f a b e`,
  dangerous: words`system exec spawn fork popen popen2 popen3 Open3 open3 IO Kernel eval instance_eval class_eval module_eval send public_send __send__ const_get method define_method Socket TCPSocket UDPSocket TCPServer socket net Net HTTP open-uri open URI Process kill ENV ObjectSpace Marshal binding Fiddle fiddle syscall trap at_exit PTY pty`,
  removes: words`rm rm_r rm_rf rm_f delete unlink rmdir remove_dir remove_entry truncate remove`,
  writes: words`write mkdir mkdir_p cp cp_r mv touch rename chmod chown ln_s binwrite FileUtils fileutils`,
};

export const PHP: CodeLanguage = {
  comment: '#//',
  backticksRun: true,
  sigils: '$',
  harmless: words`${WORDS} echo print_r var_dump var_export json_encode json_decode PHP_VERSION PHP_OS PHP_EOL phpversion strlen strtoupper strtolower str_replace substr explode implode count array_map array_filter array_keys array_values in_array sort date time microtime round floor ceil max min sqrt pow pi md5 sha1 hash base64_encode file_get_contents file_exists is_file extension_loaded get_loaded_extensions ini_get php_sapi_name phpinfo array string int float sprintf printf number_format trim password_get_info password_hash password_verify str_contains str_starts_with array_sum array_map usort range PHP_INT_MAX sys_get_temp_dir JSON_PRETTY_PRINT STDIN stream_get_contents`,
  dangerous: words`system exec shell_exec passthru popen proc_open pcntl_exec pcntl_fork eval assert create_function call_user_func call_user_func_array include include_once require require_once fsockopen pfsockopen stream_socket_client curl_init curl_exec mail getenv \\$_ENV \\$_SERVER putenv dl preg_replace_callback posix_kill posix_setuid unserialize base64_decode str_rot13 gzinflate ini_set symlink`,
  removes: words`unlink rmdir ftruncate`,
  writes: words`file_put_contents fopen fwrite mkdir rename copy touch chmod chown move_uploaded_file`,
};
