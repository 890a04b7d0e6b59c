"""Sockets of other programs, the network, services of the machine."""
import os
import socket

from tools import attempt, facts


# ── sockets of other programs


def connect(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as one:
        one.settimeout(1)
        one.connect(address)
        if kind == socket.SOCK_DGRAM:
            one.send(b'x')


@attempt('unix_sockets')
def socket_by_its_path():
    connect(socket.AF_UNIX, facts['pathSocket'])


@attempt('unix_sockets')
def socket_by_its_name():
    connect(socket.AF_UNIX, '\0' + facts['abstractSocket'])


@attempt('unix_sockets')
def socket_by_a_link():
    os.symlink(facts['pathSocket'], 'socket')
    connect(socket.AF_UNIX, 'socket')


@attempt('unix_sockets')
def socket_by_the_folder_of_another_process():
    connect(socket.AF_UNIX, '/proc/%d/cwd/s' % facts['victim'])


@attempt('unix_sockets')
def socket_by_the_root_of_another_process():
    connect(socket.AF_UNIX, '/proc/%d/root%s' % (facts['victim'], facts['pathSocket']))


@attempt('docker_socket')
def engine_by_its_socket():
    for path in (*facts['engines'], '/run/docker.sock', '/var/run/docker.sock', '/run/podman/podman.sock'):
        try:
            connect(socket.AF_UNIX, path)
            return True
        except OSError:
            pass
    return False


# ── network


@attempt('network')
def reach_an_address():
    connect(socket.AF_INET, (facts['lan'], facts['lanPort']))


@attempt('network')
def send_a_datagram():
    connect(socket.AF_INET, (facts['lan'], facts['udpPort']), socket.SOCK_DGRAM)


@attempt('network')
def reach_it_as_an_ipv6_address():
    connect(socket.AF_INET6, ('::ffff:' + facts['lan'], facts['lanPort']))


@attempt('network')
def see_its_interfaces():
    return [name for _, name in socket.if_nameindex() if name != 'lo'] != []


@attempt('network')
def take_an_address_of_the_machine():
    with socket.socket() as one:
        one.bind((facts['lan'], 0))


@attempt('network')
def list_its_connections():
    return ':%04X ' % facts['everyPort'] in open('/proc/net/tcp').read()


@attempt('network', host=False)
def reach_the_metadata_service():
    connect(socket.AF_INET, ('169.254.169.254', 80))


@attempt('network')
def raw_packets():
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close()


@attempt('network')
def raw_echo():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()


@attempt('loopback')
def reach_a_service_of_the_machine():
    connect(socket.AF_INET, ('127.0.0.1', facts['loopbackPort']))


@attempt('loopback')
def reach_it_by_no_address():
    connect(socket.AF_INET, ('0.0.0.0', facts['loopbackPort']))


@attempt('loopback')
def reach_it_as_an_ipv6_one():
    connect(socket.AF_INET6, ('::ffff:127.0.0.1', facts['loopbackPort']))


@attempt('loopback')
def reach_it_from_the_other_end_of_the_range():
    connect(socket.AF_INET, ('127.255.255.254', facts['loopbackPort']))
