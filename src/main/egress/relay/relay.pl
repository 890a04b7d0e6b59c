# Inside a box without a network: carries loopback ports to unix sockets, and becomes the program that needs them.
#
#   perl relay.pl PORT=SOCKET [PORT=SOCKET ...] -- PROGRAM [ARGUMENT ...]
#
# The ports listen before the program starts. The program takes this process over, so that signals reach it and its
# exit code is the one that is seen; the carrying is done by a child in a session of its own, which ends with the
# program. Exit codes of our own: 125 a port or an argument is unusable, 126 the program does not start, 127 there is none.
# Needs nothing beyond perl-base.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR ENOENT EWOULDBLOCK);
use Fcntl qw(F_GETFL F_SETFL O_NONBLOCK);
use POSIX ();
use Socket;

my $most_kept = 256 * 1024;    # bytes that the other side has not taken, from which on no more are read; and of one read
my $most_open = 256;           # connections at once

sub fail { my ($code, $text) = @_; print STDERR "glovebox-relay: $text\n"; POSIX::_exit($code) }

my %listeners;                 # number of a handle => [handle, path of its socket]
while (@ARGV && $ARGV[0] ne '--') {
    my ($port, $path) = shift(@ARGV) =~ /^(\d{1,5})=(\/.+)$/s or fail(125, 'write PORT=/path/of/socket');
    fail(125, "port $port can't be listened on: there is none") if $port > 65535;
    socket(my $listener, PF_INET, SOCK_STREAM, 0) or fail(125, "no socket: $!");
    setsockopt($listener, SOL_SOCKET, SO_REUSEADDR, 1);
    bind($listener, pack_sockaddr_in($port, INADDR_LOOPBACK)) && listen($listener, 128)
        or fail(125, "port $port can't be listened on: $!");
    $listeners{ fileno $listener } = [$listener, $path];
}
shift @ARGV;
fail(125, 'name a program after --') if !@ARGV;

my $program = $$;
my $child   = fork() // fail(125, "no process: $!");
if ($child) {
    exec { $ARGV[0] } @ARGV or fail($! == ENOENT ? 127 : 126, "$ARGV[0] does not start: $!");
}

# From here on: the child. It keeps no handle of the program's, whose output would else never end.
open(STDIN,  '<', '/dev/null');
open(STDOUT, '>', '/dev/null');
open(STDERR, '>', '/dev/null');
POSIX::setsid();
chdir '/';
$SIG{$_} = 'IGNORE' for qw(PIPE HUP INT QUIT TERM);

my %ends;                      # number of a handle => { handle, other, kept: bytes for this one, last: no more come }
sub nonblocking { my ($handle) = @_; fcntl($handle, F_SETFL, fcntl($handle, F_GETFL, 0) | O_NONBLOCK) }

sub drop {
    my ($end) = @_;
    for my $each ($end, $end->{other}) { delete $ends{ fileno $each->{handle} }; close $each->{handle} }
}

sub join_ends {
    my ($listener, $path) = @_;
    accept(my $client, $listener) or return;
    socket(my $server, PF_UNIX, SOCK_STREAM, 0) or return;
    # The usual one holds three pieces; the system takes what it allows of this.
    setsockopt($server, SOL_SOCKET, SO_SNDBUF, $most_kept);
    # A socket's name has room for 107 bytes, and the path of its folder may be longer.
    my ($folder, $name) = $path =~ /^(.*\/)([^\/]+)$/s or return;
    chdir $folder or return;
    connect($server, pack_sockaddr_un($name)) or return;
    nonblocking($_) for $client, $server;
    my %one   = (handle => $client, kept => '', last => 0, heard => 0);
    my %other = (handle => $server, kept => '', last => 0, heard => 0, other => \%one);
    $one{other} = \%other;
    $ends{ fileno $_->{handle} } = $_ for \%one, \%other;
}

# Reads what an end has to say and keeps it for the other one.
sub hear {
    my ($end) = @_;
    my $read = sysread($end->{handle}, $end->{other}{kept}, $most_kept, length $end->{other}{kept});
    return say_kept($end->{other}) if $read;
    return if !defined $read && ($! == EAGAIN || $! == EWOULDBLOCK || $! == EINTR);
    return drop($end) if !defined $read;
    $end->{heard} = $end->{other}{last} = 1;
    say_kept($end->{other});
}

# Gives an end what is kept for it, and the end of it once all is said.
sub say_kept {
    my ($end) = @_;
    if (length $end->{kept}) {
        my $written = syswrite($end->{handle}, $end->{kept});
        if (defined $written) { substr($end->{kept}, 0, $written, '') }
        elsif ($! != EAGAIN && $! != EWOULDBLOCK && $! != EINTR) { return drop($end) }
    }
    return if length $end->{kept} || $end->{last} != 1;
    $end->{last} = 2;
    shutdown($end->{handle}, 1);
    drop($end) if $end->{heard} && $end->{other}{last} == 2;
}

# A handle that can be read once the program is gone (pidfd_open; the number is the same on all machines of Linux).
my $gone = $^O eq 'linux' ? syscall(434, $program, 0) : -1;
while (getppid() == $program) {
    my ($read, $write) = ('', '');
    vec($read, $gone, 1) = 1 if $gone >= 0;
    if (keys(%ends) < 2 * $most_open) { vec($read, $_, 1) = 1 for keys %listeners }
    for my $number (keys %ends) {
        my $end = $ends{$number};
        vec($read,  $number, 1) = 1 if !$end->{heard} && length $end->{other}{kept} < $most_kept;
        vec($write, $number, 1) = 1 if length $end->{kept};
    }
    # Where there is no such handle, it is looked for the program once a second.
    next if select($read, $write, undef, 1) <= 0;
    last if $gone >= 0 && vec($read, $gone, 1);
    for my $number (keys %listeners) { join_ends(@{ $listeners{$number} }) if vec($read, $number, 1) }
    for my $number (keys %ends) {
        say_kept($ends{$number}) if $ends{$number} && vec($write, $number, 1);
        hear($ends{$number})     if $ends{$number} && vec($read,  $number, 1);
    }
}
