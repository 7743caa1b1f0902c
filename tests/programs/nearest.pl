#!/usr/bin/env perl
# A wrong program on purpose: it predicts the label of the nearest training row. It declares what it does
# not do: strings for numbers.
use strict;
use warnings;
use JSON::PP;

$| = 1;
my $json = JSON::PP->new->canonical;
while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    if ($message->{ask} eq "start") {
        print $json->encode({ name => "nearest.pl", language => "Perl", readings => ["paper"] }), "\n";
        next;
    }
    last if $message->{ask} eq "stop";
    my @rows = @{ $message->{X} };
    if (grep { !/^-?\d+$/ } map { @$_ } @rows, @{ $message->{queries} }) {
        print $json->encode({ id => $message->{id}, unsupported => "only whole numbers" }), "\n";
        next;
    }
    my @predictions;
    for my $query (@{ $message->{queries} }) {
        my ($best, $nearest);
        for my $i (0 .. $#rows) {
            my $distance = 0;
            $distance += ($query->[$_] - $rows[$i][$_])**2 for 0 .. $#$query;
            ($best, $nearest) = ($distance, $i) if !defined $best || $distance < $best;
        }
        push @predictions, $message->{y}[$nearest];
    }
    print $json->encode({ id => $message->{id}, predictions => \@predictions }), "\n";
}
