# Inside a container without a network, on an engine that sees no socket of ours: listens where the sockets would be and
# carries what comes over this process's input and output. See frames.ts for what is said, and by whom.
#
#   perl bridge.pl WINDOW CONNECTIONS CONTENT SOCKET [SOCKET ...]
#
# WINDOW bytes of a connection, each way, may be under way; CONNECTIONS at once; CONTENT bytes in a frame at most. Ends
# with its input. Exit codes: 0 the input ended, 125 it can't do its work, and says why.
# Needs nothing beyond perl-base.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR EWOULDBLOCK);
use Fcntl qw(F_GETFL F_SETFL O_NONBLOCK);
use POSIX ();
use Socket;

my $most_waiting = 256 * 1024;    # bytes for the output; while there are more, nothing is read from connections

sub fail { print STDERR "glovebox-bridge: $_[0]\n"; POSIX::_exit(125) }

my ($window, $most_open, $largest, @paths) = @ARGV;
fail('name a socket') if !@paths;
# The engine signals all that runs when a program is to end; this one ends with its input.
$SIG{$_} = 'IGNORE' for qw(PIPE HUP INT QUIT TERM);
sub nonblocking { my ($handle) = @_; fcntl($handle, F_SETFL, fcntl($handle, F_GETFL, 0) | O_NONBLOCK) }
sub later { return $! == EAGAIN || $! == EWOULDBLOCK || $! == EINTR }

my %listeners;                    # number of a handle => [handle, place in the list]
umask 0;
for my $at (0 .. $#paths) {
    socket(my $listener, PF_UNIX, SOCK_STREAM, 0) or fail("no socket: $!");
    unlink $paths[$at];
    # Whatever account the programs have.
    bind($listener, pack_sockaddr_un($paths[$at])) && chmod(0666, $paths[$at]) && listen($listener, 128)
        or fail("$paths[$at] can't be listened on: $!");
    nonblocking($listener);
    $listeners{ fileno $listener } = [$listener, $at];
}

my ($in, $out) = ('', '');
my %ends;                         # id => { id, handle, room: bytes we may send, kept: bytes for the handle, taken, last, heard, mute }
my $last_id = 0;

sub say_frame { my ($kind, $id, $content) = @_; $out .= pack('a N N', $kind, $id, length $content) . $content }
sub drop { my ($end) = @_; delete $ends{ $end->{id} }; close $end->{handle} }

sub break_off {
    my ($end) = @_;
    say_frame('X', $end->{id}, '') if !$end->{mute};
    drop($end);
}

sub take_one {
    my ($listener, $at) = @_;
    accept(my $handle, $listener) or return;
    nonblocking($handle);
    my $id = $last_id++;
    $ends{$id} = { id => $id, handle => $handle, room => $window, kept => '', taken => 0, last => 0, heard => 0, mute => 0 };
    say_frame('O', $id, chr $at);
}

# Gives a connection what is kept for it, and the end of it once all is said.
sub say_kept {
    my ($end) = @_;
    if (length $end->{kept}) {
        my $written = syswrite($end->{handle}, $end->{kept});
        if (!defined $written) { return later() ? undef : break_off($end) }
        substr($end->{kept}, 0, $written, '');
        $end->{taken} += $written;
        if ($end->{taken} >= $window / 2 && !$end->{mute}) {
            say_frame('T', $end->{id}, pack('N', $end->{taken}));
            $end->{taken} = 0;
        }
    }
    return if length $end->{kept} || $end->{last} != 1;
    $end->{last} = 2;
    shutdown($end->{handle}, 1);
    drop($end) if $end->{heard};
}

sub hear {
    my ($end) = @_;
    my $wanted = $end->{room} < $largest ? $end->{room} : $largest;
    my $read = sysread($end->{handle}, my $piece, $wanted);
    if ($read) {
        $end->{room} -= $read;
        return say_frame('D', $end->{id}, $piece);
    }
    return later() ? undef : break_off($end) if !defined $read;
    $end->{heard} = 1;
    say_frame('E', $end->{id}, '');
    drop($end) if $end->{last} == 2;
}

sub obey {
    my ($kind, $end, $content) = @_;
    if    ($kind eq 'D') { $end->{kept} .= $content; say_kept($end) }
    elsif ($kind eq 'T') { $end->{room} += unpack('N', $content) }
    elsif ($kind eq 'E') { $end->{last} = 1; say_kept($end) }
    elsif ($kind eq 'X') {
        # One that had said its last before is heard to the end.
        return drop($end) if !$end->{last} || !length $end->{kept};
        $end->{heard} = $end->{mute} = 1;
    }
}

sub read_frames {
    my $read = sysread(STDIN, $in, 65536, length $in);
    POSIX::_exit(0) if defined $read ? !$read : !later();
    while (length $in >= 9) {
        my ($kind, $id, $length) = unpack('a N N', $in);
        fail("a frame of $length bytes") if $length > $largest;
        last if length $in < 9 + $length;
        my $content = substr($in, 9, $length);
        substr($in, 0, 9 + $length, '');
        obey($kind, $ends{$id}, $content) if $ends{$id};
    }
}

nonblocking($_) for \*STDIN, \*STDOUT;
say_frame('R', 0, chr 1);
while (1) {
    my ($read, $write) = ('', '');
    my $has_room = length $out < $most_waiting;
    vec($read, 0, 1) = 1;
    vec($write, 1, 1) = 1 if length $out;
    if ($has_room && keys(%ends) < $most_open) { vec($read, $_, 1) = 1 for keys %listeners }
    for my $end (values %ends) {
        my $number = fileno $end->{handle};
        vec($read,  $number, 1) = 1 if $has_room && !$end->{heard} && $end->{room};
        vec($write, $number, 1) = 1 if length $end->{kept};
    }
    next if select($read, $write, undef, undef) <= 0;
    if (vec($write, 1, 1)) {
        my $written = syswrite(STDOUT, $out);
        if (defined $written) { substr($out, 0, $written, '') }
        elsif (!later()) { POSIX::_exit(0) }
    }
    # What was closed meanwhile gives its number to no other before the next round.
    my @turns = map { [$_, fileno $_->{handle}] } values %ends;
    for (@turns) {
        my ($end, $number) = @$_;
        say_kept($end) if vec($write, $number, 1) && $ends{ $end->{id} };
        hear($end)     if vec($read,  $number, 1) && $ends{ $end->{id} };
    }
    for my $number (keys %listeners) { take_one(@{ $listeners{$number} }) if vec($read, $number, 1) }
    read_frames() if vec($read, 0, 1);
}
