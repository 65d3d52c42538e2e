# The hook of a host where a Toolgate of the project runs already: it hands the event over and prints the answer, and starts
# in a tenth of the time that Node takes. In every other case the hook of Node takes its place before anything was read.
# Usage: perl hook.pl NODE HOOK HOST PHASE [OPTIONS]; see hook.ts.
use strict;
use warnings;

# Seconds until an answer must be there, as in hook.ts.
use constant ANSWER => 540;

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

# The folder without links, or none.
sub project {
    my $told = $ENV{CLAUDE_PROJECT_DIR};
    return readlink '/proc/self/cwd' unless defined $told && $told ne '';
    return $told =~ m{^/} && chdir $told ? readlink '/proc/self/cwd' : undef;
}

# In a wrap nothing is to be judged call by call; nobody but root can make this file elsewhere.
if (-e '/run/toolgate/wrapped') {
    print "{}\n";
    exit 0;
}

my $state = $ENV{XDG_STATE_HOME} // '';
$state = ($ENV{HOME} // '') . '/.local/state' unless $state =~ m{^/};
my $project = project();
leave_it_to_node() unless defined $project && $state =~ m{^/};
my $hooks = "$state/toolgate/hooks";
my $folder = "$hooks/" . hash_of($project);
leave_it_to_node() unless length "$folder/s" <= 100 && is_private($hooks) && is_private($folder);
# Numbers of Linux: a stream over a socket with a path.
socket my $socket, 1, 1, 0 or leave_it_to_node();
connect $socket, pack 'S a108', 1, "$folder/s" or leave_it_to_node();

$SIG{ALRM} = sub { block('it gave no answer in time') };
$SIG{PIPE} = 'IGNORE';
alarm ANSWER;
binmode $_ for *STDIN, *STDOUT, $socket;
local $/;
my $event = <STDIN> // '';
# Between the parts of JSON a line break is a blank; within a text there is none.
$event =~ tr/\r\n/  /;
my $env = join ',', map { quoted($_) . ':' . quoted($ENV{$_}) } keys %ENV;
my $request = "{\"ask\":\"hook\",\"host\":${\quoted($host)},\"project\":${\quoted($project)},\"env\":{$env},\"event\":$event}\n";
for (my $sent = 0; $sent < length $request;) {
    $sent += syswrite($socket, $request, 65536, $sent) // block('it does not listen');
}
my $answer = <$socket> // '';
block(substr $answer, 1) if $answer =~ /^p/;
block('its answer was none') unless $answer =~ /^o/;
# A host may take for no answer at all, and so for a yes, what ends in the middle.
block('its answer was cut off') unless $answer =~ /\n\z/;
print substr($answer, 1) or exit 1;
close STDOUT or exit 1;
