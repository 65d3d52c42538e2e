# Becomes a command that the kernel holds: perl -e THIS -- ARCH VERSION RULES FILTER COMMAND … VERSION is the newest
# Landlock to use; RULES a file of rules that end with NUL: a letter and a path each, e and a variable, n and the most
# processes; FILTER a filter for system calls, and FILTER-signals one that asks for signals too. A step that fails ends
# this program before the command begins.
use strict;
use warnings;
use Socket;

my ($arch, $newest, $rules, $filter, @command) = @ARGV;
# The arguments of calls that ask: places of folder, name, mode, times, owner and flags, or of the process to signal.
my %numbers = (
  x64 => {
    prctl => 157, openat => 257, close => 3, capset => 126, seccomp => 317, sendmsg => 46, recvmsg => 47, ioctl => 16,
    fchmodat => 268, utimensat => 280, setsid => 112, prlimit => 302,
    asking => {
      90 => { name => 0, mode => 1 }, 91 => { folder => 0, mode => 1 }, 268 => { folder => 0, name => 1, mode => 2 },
      452 => { folder => 0, name => 1, mode => 2, flags => 3 }, 280 => { folder => 0, name => 1, times => 2, flags => 3 },
      62 => { target => 0 }, 129 => { target => 0 }, 200 => { target => 0 }, 234 => { target => 0 }, 297 => { target => 0 },
      92 => { name => 0, owner => 1, group => 2 }, 94 => { name => 0, owner => 1, group => 2, link => 0 },
      93 => { folder => 0, owner => 1, group => 2 }, 260 => { folder => 0, name => 1, owner => 2, group => 3, flags => 4 },
    },
  },
  arm64 => {
    prctl => 167, openat => 56, close => 57, capset => 91, seccomp => 277, sendmsg => 211, recvmsg => 212, ioctl => 29,
    fchmodat => 53, utimensat => 88, setsid => 157, prlimit => 261,
    asking => {
      52 => { folder => 0, mode => 1 }, 53 => { folder => 0, name => 1, mode => 2 },
      452 => { folder => 0, name => 1, mode => 2, flags => 3 }, 88 => { folder => 0, name => 1, times => 2, flags => 3 },
      129 => { target => 0 }, 138 => { target => 0 }, 130 => { target => 0 }, 131 => { target => 0 }, 240 => { target => 0 },
      55 => { folder => 0, owner => 1, group => 2 }, 54 => { folder => 0, name => 1, owner => 2, group => 3, flags => 4 },
    },
  },
);
my $call = $numbers{$arch} or refuse("there are no numbers of system calls for $arch");
my ($CREATE, $ADD, $RESTRICT) = (444, 445, 446);
my ($PATH, $NOFOLLOW) = (0x200000 | 0x80000, $arch eq 'x64' ? 0x20000 : 0x8000);

sub refuse { print STDERR "Landlock: $_[0]\n"; exit 125 }

sub content {
  open(my $file, '<:raw', $_[0]) or refuse("$_[0]: $!");
  local $/;
  return scalar <$file>;
}

my $version = syscall($CREATE, 0, 0, 1);
refuse("the kernel has none ($!)") if $version < 0;
$version = $newest if $newest < $version;
refuse("version $version of it does not hold truncation") if $version < 3;
my @rules = map { /^([en]|.(?=\/))(.*)$/s ? [$1, $2] : refuse('a rule that cannot be read') } split /\0/, content($rules);
my @writable = map { $_->[1] } grep { $_->[0] =~ /[wp]/ } @rules;
my ($most) = map { $_->[1] } grep { $_->[0] eq 'n' } @rules;
my @hidden = map { $_->[1] } grep { $_->[0] eq 'h' } @rules;

# Rights of root are given up, for this process and whatever it starts: who answers the job can do no more than the job.
for (my $right = 0; $right < 64; $right++) { syscall($call->{prctl}, 24, $right, 0, 0, 0) }
my ($mine, $none) = (pack('L l', 0x20080522, 0), pack('L6', 0, 0, 0, 0, 0, 0));
syscall($call->{capset}, $mine, $none) == 0 or refuse("rights stay ($!)");
syscall($call->{prctl}, 38, 1, 0, 0, 0) == 0 or refuse("rights could be gained ($!)");
# Processes that the job leaves behind become children of this one, however they left: so all can be found and ended.
syscall($call->{prctl}, 36, 1, 0, 0, 0) == 0 or refuse("nobody could end it ($!)");

# Modes and times of files are in no rule of Landlock: a call that sets one waits; we set it if the file may be written.
my ($code, $told) = (undef, 0);
$SIG{CHLD} = $SIG{TERM} = $SIG{INT} = sub { };
$SIG{HUP} = sub { $told = 1 };
socketpair(my $near, my $far, AF_UNIX, SOCK_STREAM, PF_UNSPEC) or refuse("no sockets: $!");
my $job = fork() // refuse("no process: $!");
if ($job == 0) { close $near; become() }
close $far;
# The job alone is to hold what it was given.
for my $fd (3 .. 9) { syscall($call->{close}, $fd) if $fd != fileno $near }
my $listener = receive_descriptor(fileno $near);
close $near;
until (defined $code || $told) {
  my $set = '';
  vec($set, $listener, 1) = 1 if $listener >= 0;
  my $ready = select($set, undef, undef, 0.2);
  gather();
  answer($listener) if $ready > 0;
}
for (my $looks = 0; $looks < 1000; $looks++) {
  my @left = descendants();
  # A group ends at once: no process of it can start another meanwhile.
  my %groups = map { $_ => 1 } grep { $_ && $_ != getpgrp() } map { (stat_of($_))[1] } @left;
  kill 'KILL', (map { -$_ } keys %groups), @left;
  last if gather() < 0;
  select(undef, undef, undef, $looks < 5 ? 0.001 : 0.01);
}
exit($code // 129);

# Reaps ended processes and notes the job's code as a shell says it; below 0 where none is left. Stopped ones live.
sub gather {
  for (;;) {
    my $ended = waitpid(-1, 1);
    return $ended if $ended <= 0;
    next if $ended != $job || ($? & 127) == 127;
    $code = ($? & 127) ? 128 + ($? & 127) : $? >> 8;
  }
}

# Processes below this one.
sub descendants {
  my %below;
  opendir(my $all, '/proc') or return ();
  for my $pid (grep { /^\d+$/ } readdir $all) {
    my ($parent) = stat_of($pid);
    push @{$below{$parent}}, $pid if defined $parent;
  }
  my @found = @{$below{$$} // []};
  for (my $at = 0; $at < @found; $at++) { push @found, @{$below{$found[$at]} // []} }
  return @found;
}

# The parent and the group of a process; the name before them can hold anything.
sub stat_of {
  open(my $file, '<:raw', "/proc/$_[0]/stat") or return ();
  local $/;
  return ((<$file> // '') =~ /.*\) \S (\d+) (\d+)/s);
}

sub answer {
  my ($listener, $asked) = ($_[0], "\0" x 80);
  return if syscall($call->{ioctl}, $listener, 0xc0502100, $asked) != 0;
  my ($id, $pid, undef, $number, undef, undef, @values) = unpack('Q L L l L Q Q6', $asked);
  my $places = $call->{asking}{$number};
  my $signal = $places && exists $places->{target};
  my $error = $signal ? (may_signal($values[0]) ? 0 : 1) : set_for($listener, $id, $pid, $places, \@values);
  # The process sends its signal itself: the receiver cannot be changed meanwhile.
  my $reply = pack('Q q l L', $id, 0, -$error, $signal && !$error ? 1 : 0);
  syscall($call->{ioctl}, $listener, 0xc0182101, $reply);
}

# Whether a process, all of a group, or the own group (which lies in a session of its own) belongs to the job.
sub may_signal {
  my $target = unpack('l', pack('L', $_[0] & 0xffffffff));
  return 1 if $target == 0;
  my %ours = map { $_ => 1 } descendants();
  return $ours{$target} || $ours{process_of($target)} if $target > 0;
  my @members = grep { ((stat_of($_))[1] // 0) == -$target } keys %ours;
  return @members > 0;
}

sub process_of {
  open(my $file, '<:raw', "/proc/$_[0]/status") or return 0;
  for (<$file>) { return $1 if /^Tgid:\s*(\d+)$/ }
  return 0;
}

# Sets a mode or times for another process: the file is opened here, and the opened file is looked at and changed.
sub set_for {
  my ($listener, $id, $pid, $places, $values) = @_;
  my ($EPERM, $ENOENT, $EFAULT) = (1, 2, 14);
  return $EPERM if !$places;
  my %given = map { $_ => $values->[$places->{$_}] } keys %$places;
  return $EPERM if ($given{mode} // 0) & 06000;
  my $folder = defined $given{folder} ? unpack('l', pack('L', $given{folder} & 0xffffffff)) : -100;
  my $path = $folder == -100 ? "/proc/$pid/cwd" : "/proc/$pid/fd/$folder";
  if ($given{name}) {
    my $text = bytes_at($pid, $given{name}, 4096, 1) // return $EFAULT;
    return $ENOENT if $text eq '' && !(($given{flags} // 0) & 0x1000);
    # A process means itself by this name.
    $text =~ s{^/proc/(?:self|thread-self)(?=/)}{/proc/$pid};
    $path = $text =~ m{^/} ? $text : $text eq '' ? $path : "$path/$text";
  } elsif (exists $given{name} && $folder == -100) {
    return $EFAULT;
  }
  my $times = 0;
  if ($given{times}) { $times = bytes_at($pid, $given{times}, 32, 0) // return $EFAULT }
  my $fd = syscall($call->{openat}, -100, $path, $PATH | (($given{flags} // 0) & 0x100 || exists $given{link} ? $NOFOLLOW : 0), 0);
  return $! + 0 if $fd < 0;
  my ($own, $valid, $error) = ("/proc/self/fd/$fd", pack('Q', $id), 0);
  my $real = readlink($own) // '';
  my $inside = sub { grep { $real eq $_ || index($real, "$_/") == 0 } @_ };
  # The process may have ended meanwhile, and its number be another's.
  if (syscall($call->{ioctl}, $listener, 0x40082102, $valid) != 0) { $error = $EPERM }
  elsif (!$inside->(@writable) || $inside->(@hidden)) { $error = $EPERM }
  elsif (defined $given{owner}) { $error = is_owner($own, $given{owner}, $given{group}) ? 0 : $EPERM }
  elsif (defined $given{mode}) { $error = $! + 0 if syscall($call->{fchmodat}, -100, $own, $given{mode} & 01777) != 0 }
  elsif (syscall($call->{utimensat}, -100, $own, $times, 0) != 0) { $error = $! + 0 }
  syscall($call->{close}, $fd);
  return $error;
}

# Whether a file has this owner and group already, as when a user unpacks own files: then there is nothing to do.
sub is_owner {
  my ($path, @wanted) = @_;
  my @is = (stat $path)[4, 5];
  return !grep { ($wanted[$_] & 0xffffffff) != 0xffffffff && ($wanted[$_] & 0xffffffff) != ($is[$_] // -1) } 0, 1;
}

# Bytes of another process, up to a NUL where they are a text.
sub bytes_at {
  my ($pid, $at, $most, $is_text) = @_;
  open(my $memory, '<:raw', "/proc/$pid/mem") or return undef;
  my $bytes = '';
  while (length $bytes < $most) {
    my $place = $at + length $bytes;
    my $room = 4096 - $place % 4096;
    $room = $most - length $bytes if $room > $most - length $bytes;
    sysseek($memory, $place, 0) or return undef;
    sysread($memory, my $more, $room) or return undef;
    $bytes .= $more;
    return substr($bytes, 0, $-[0]) if $is_text && $bytes =~ /\0/;
  }
  return $is_text ? undef : $bytes;
}

sub become {
  my ($EXECUTE, $WRITE, $READ, $LIST, $REMOVE, $MAKE, $REFER, $TRUNCATE) =
    (1, 2, 4, 8, 16 | 32, 128 | 256 | 512 | 1024 | 4096, 8192, 16384);
  my $see = $EXECUTE | $READ | $LIST;
  my $put = $LIST | $WRITE | $REMOVE | $MAKE | $REFER | $TRUNCATE;
  my %rights = (r => $see, w => $see | $put, p => $put, l => $LIST, d => $READ | $WRITE);
  my $of_files = $EXECUTE | $WRITE | $READ | $TRUNCATE;
  my $all = (1 << ($version >= 5 ? 16 : 15)) - 1;
  # The rules hold all of files; from version 4 on also the network, all of it; from 6 on nameless sockets and signals.
  my $wanted = pack('Q', $all);
  $wanted .= pack('Q', 3) if $version >= 4;
  $wanted .= pack('Q', 3) if $version >= 6;
  my $set = syscall($CREATE, $wanted, length $wanted, 0);
  refuse("no rules can be made ($!)") if $set < 0;
  %ENV = map { $_->[0] eq 'e' && $_->[1] =~ /^([^=]+)=(.*)$/s ? ($1 => $2) : () } @rules;
  for my $rule (grep { $_->[0] !~ /[ehn]/ } @rules) {
    my ($letter, $path) = @$rule;
    my $given = $rights{$letter} or refuse("a rule of the kind $letter");
    # No link is followed, nor one on the way: it could lead anywhere by now.
    my $fd = syscall($call->{openat}, -100, $path, $PATH | $NOFOLLOW, 0);
    next if $fd < 0;
    next if (readlink("/proc/self/fd/$fd") // '') ne $path;
    $given &= $of_files if !-d "/proc/self/fd/$fd";
    my $beneath = pack('Q l', $given, $fd);
    syscall($ADD, $set, 1, $beneath, 0) == 0 or refuse("$path: $!");
    syscall($call->{close}, $fd);
  }
  # The streams can be opened again, as /dev/stdout; where one is no file there is nothing to be given.
  for my $stream (1, 2) { my $beneath = pack('Q l', $WRITE, $stream); syscall($ADD, $set, 1, $beneath, 0) }
  # The filter is read while it can be: the rules give it to nobody. Older kernels let signals out.
  my $program = content($version >= 6 ? $filter : "$filter-signals");
  limit_processes($most);
  syscall($call->{setsid}) >= 0 or refuse("no session of its own ($!)");
  syscall($RESTRICT, $set, 0) == 0 or refuse("the rules do not hold ($!)");
  syscall($call->{close}, $set);
  # A process that waits for an answer is not interrupted by signals that do not end it.
  my $header = pack('S x6 P', length($program) / 8, $program);
  my $listener = syscall($call->{seccomp}, 1, 8 | 32, $header);
  refuse("system calls cannot be filtered ($!)") if $listener < 0;
  send_descriptor(fileno $far, $listener) or refuse("nobody listens ($!)");
  syscall($call->{close}, $listener);
  close $far;
  exec { $command[0] } @command or refuse("$command[0]: $!");
}

# The limit is so many processes more than the user has now, with some room for the user's own; root has no such limit.
sub limit_processes {
  my $now = 0;
  for my $file (glob '/proc/[0-9]*') {
    $now += () = glob "$file/task/*" if ((stat $file)[4] // -1) == $<;
  }
  my $limit = pack('Q Q', $now + $_[0] + 500, $now + $_[0] + 500);
  syscall($call->{prlimit}, 0, 6, $limit, 0);
}

# A message of one byte that carries a descriptor, as the kernel reads it; the texts it points to stay where they are.
sub send_descriptor {
  my ($data, $control) = ('.', pack('Q l l l x4', 20, 1, 1, $_[1]));
  my $part = pack('P Q', $data, 1);
  my $message = pack('Q L x4 P Q P Q l x4', 0, 0, $part, 1, $control, 24, 0);
  return syscall($call->{sendmsg}, $_[0], $message, 0) == 1;
}

sub receive_descriptor {
  my ($data, $control) = ('.', "\0" x 24);
  my $part = pack('P Q', $data, 1);
  my $message = pack('Q L x4 P Q P Q l x4', 0, 0, $part, 1, $control, 24, 0);
  return -1 if syscall($call->{recvmsg}, $_[0], $message, 0x40000000) != 1;
  return unpack('x16 l', $control);
}
