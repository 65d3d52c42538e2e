# The hook of a host where a Toolgate of the project runs already: it hands the event over, prints the answer and starts
# in a tenth of the time that Node takes. In every other case the hook of Node takes its place.
# Warnings and constants are modules, which would take longer than all that is done here.
# Usage: perl hook.pl NODE HOOK HOST PHASE [OPTIONS]; see hook.ts.
use strict;

# Seconds until an answer must be there, as in hook.ts.
my $limit = 540;

my (undef, undef, $host, $phase) = @ARGV;

sub leave_it_to_node {
    exec { $ARGV[0] } @ARGV;
    exit 1;
}

sub block {
    my ($why) = @_;
    if ($phase ne 'before') {
        print "{}\n";
        exit 0;
    }
    print STDERR "Toolgate did not judge this call, so it is blocked: $why\n";
    exit 2;
}

# FNV-1a of 64 bits, as in place.ts.
sub hash_of {
    use integer;
    my $value = -3750763034362895579;
    $value = ($value ^ $_) * 1099511628211 for unpack 'C*', $_[0];
    no integer;
    return sprintf '%016x', $value;
}

# Whether a folder belongs to this user alone, as in place.ts.
sub is_private {
    my @stats = lstat $_[0];
    return @stats && -d _ && $stats[4] == $< && !($stats[2] & 077);
}

sub quoted {
    my ($text) = @_;
    $text =~ s/(["\\])/\\$1/g;
    $text =~ s/([\x00-\x1f])/sprintf '\\u%04x', ord $1/ge;
    return "\"$text\"";
}

# The package that this hook lies in, as in installed-version.ts.
sub version {
    my $folder = $0;
    local $/;
    while ($folder =~ s{/[^/]*\z}{}) {
        open my $file, '<', "$folder/package.json" or next;
        my $since = (stat $file)[10];
        return "$1+$since" if <$file> =~ /"version"\s*:\s*"([^"\\]+)"/;
    }
    return undef;
}

# The folder without links, or none.
sub project {
    my $told = $ENV{CLAUDE_PROJECT_DIR};
    return readlink '/proc/self/cwd' unless defined $told && $told ne '';
    return $told =~ m{^/} && chdir $told ? readlink '/proc/self/cwd' : undef;
}

# This file is the sign of a wrap, where nothing is judged call by call; nobody but root can make it elsewhere.
if (-e '/run/toolgate/wrapped') {
    print "{}\n";
    exit 0;
}

my $state = $ENV{XDG_STATE_HOME} // '';
$state = ($ENV{HOME} // '') . '/.local/state' unless $state =~ m{^/};
my $project = project();
my $version = version();
leave_it_to_node() unless defined $project && defined $version && $state =~ m{^/};
my $hooks = "$state/toolgate/hooks";
my $folder = "$hooks/" . hash_of($project);
leave_it_to_node() unless length "$folder/s" <= 100 && is_private($hooks) && is_private($folder);
# Numbers of Linux: a stream over a socket with a path.
socket my $socket, 1, 1, 0 or leave_it_to_node();
connect $socket, pack 'S a108', 1, "$folder/s" or leave_it_to_node();

$SIG{ALRM} = sub { block('it gave no answer in time') };
$SIG{PIPE} = 'IGNORE';
alarm $limit;
binmode $_ for *STDIN, *STDOUT, $socket;
local $/;
my $event = <STDIN> // '';
# Between the parts of JSON a line break is a blank; within a text there is none.
$event =~ tr/\r\n/  /;
my $env = join ',', map { quoted($_) . ':' . quoted($ENV{$_}) } keys %ENV;
# This process as it names itself, as in own-process.ts.
my $space = readlink '/proc/self/ns/pid';
my $client = defined $space ? "\"client\":{\"pid\":$$,\"space\":\"$space\"}," : '';
my $request = "{\"ask\":\"hook\",\"version\":\"$version\",\"host\":${\quoted($host)},\"phase\":${\quoted($phase)},\"project\":${\quoted($project)},\"env\":{$env},$client\"event\":$event}\n";
sub write_all {
    my ($handle, $bytes) = @_;
    for (my $sent = 0; $sent < length $bytes;) {
        $sent += syswrite($handle, $bytes, 65536, $sent) // return 0;
    }
    return 1;
}
write_all($socket, $request) or block('it does not listen');
my $answer = <$socket> // '';
# A Toolgate of another version has made room for ours, which Node starts. The event goes on in a file without a name.
if ($answer =~ /^v/) {
    alarm 0;
    $SIG{PIPE} = 'DEFAULT';
    my $again;
    open($again, '+>', undef) && write_all($again, $event) && sysseek($again, 0, 0) && open(STDIN, '<&', $again)
        or block('Toolgate was updated, and the event could not be handed on; is the disk full?');
    chomp($ENV{TOOLGATE_MADE_ROOM} = substr $answer, 1);
    leave_it_to_node();
}
block(substr $answer, 1) if $answer =~ /^p/;
block('its answer was none') unless $answer =~ /^o/;
# A host may take an answer that ends in the middle for none at all, and so for a yes.
block('its answer was cut off') unless $answer =~ /\n\z/;
print substr($answer, 1) or exit 1;
close STDOUT or exit 1;
