-- What an account holds, or held until lately, is asked at each order: few, among all that it ever ordered.
create index orders_held on orders (account_id) where payment_state in ('unpaid', 'expired');
