-- Each message that goes out asks whether its address had been refused: a process remembers which are, until that changes.
create trigger refused_mail_changes after insert or update or delete on refused_mail
  for each statement execute function note_table_change();
