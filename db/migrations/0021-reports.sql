-- Files of the business by period, each in the order of its own moment: begun anywhere and read on, whatever their length.
create index payment_by_day on payment (paid_at, id);
create index refund_by_day on refund (done_at, id) where state = 'done';
create index account_by_day on account (created_at, id);
create index stock_movement_by_day on stock_movement (at, id);

update account_role set permissions = permissions || '{reports}', version = version + 1
where key in ('admin', 'manager', 'accounts');
