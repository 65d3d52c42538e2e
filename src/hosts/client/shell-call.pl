# This program does what shell-call.ts does, where there is Perl: it starts in a tenth of the time.
# Warnings and constants are modules, which would take longer than all that is done here.
# Usage: perl shell-call.pl SOCKET ID
use strict;

# What a shell says of a command that could not be run.
my $not_run = 126;
my $gone    = 'the Toolgate that was to run this is gone; call the tool again';

my ($path, $id) = @ARGV;

sub fail {
    print STDERR "toolgate: $_[0]\n";
    exit $not_run;
}

# Whether a folder belongs to this user alone, as in place.ts.
sub is_private {
    my @stats = lstat $_[0];
    return @stats && -d _ && $stats[4] == $< && !($stats[2] & 077);
}

sub write_all {
    my ($handle, $bytes) = @_;
    for (my $sent = 0; $sent < length $bytes;) {
        $sent += syswrite($handle, $bytes, length($bytes) - $sent, $sent) // exit 129;
    }
}

my $socket;

sub read_bytes {
    my ($length) = @_;
    my $bytes = '';
    while (length $bytes < $length) {
        sysread $socket, $bytes, $length - length $bytes, length $bytes
            or fail('Toolgate ended before the command did; nothing of it was kept');
    }
    return $bytes;
}

(my $folder = $path) =~ s{/[^/]*$}{};
(my $parent = $folder) =~ s{/[^/]*$}{};
fail($gone) unless is_private($folder) && is_private($parent);
# Numbers of Linux: a stream over a socket with a path.
socket $socket, 1, 1, 0 or fail($gone);
connect $socket, pack 'S a108', 1, $path or fail($gone);
my $cwd = readlink('/proc/self/cwd') // fail('the folder that it was to run in is gone');
$cwd =~ s/(["\\])/\\$1/g;
$cwd =~ s/([\x00-\x1f])/sprintf '\\u%04x', ord $1/ge;
$SIG{PIPE} = 'IGNORE';
# This process as it names itself, as in own-process.ts.
my $space = readlink '/proc/self/ns/pid';
my $client = defined $space ? ",\"client\":{\"pid\":$$,\"space\":\"$space\"}" : '';
write_all($socket, "{\"ask\":\"run\",\"id\":\"$id\",\"cwd\":\"$cwd\"$client}\n");
while (1) {
    my ($kind, $length) = unpack 'a N', read_bytes(5);
    my $bytes = read_bytes($length);
    write_all(*STDOUT, $bytes) if $kind eq 'o';
    write_all(*STDERR, $bytes) if $kind eq 'e';
    next unless $kind eq 'x';
    my ($code, $end) = unpack 'C a*', $bytes;
    open my $told, '>&=', 3 or exit $not_run if $end ne '';
    write_all($told, $end) if $end ne '';
    exit $code;
}
