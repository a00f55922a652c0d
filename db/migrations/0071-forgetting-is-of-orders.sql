-- Texts that people typed leave the trail with a deleted buyer's orders, and with nothing else: why stock was corrected, a role given
-- or an account blocked stays, whatever a transaction says of itself.
create trigger audit_keeps_what_is_no_order before update on audit for each row
  when (old.subject_kind <> 'order') execute function refuse_change();
