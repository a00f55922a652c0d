-- Each hour the shop asks again about the refunds that have not ended: few, among all that ever were.
create index refund_open on refund (id) where state = 'requested';
