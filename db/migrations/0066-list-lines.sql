-- needs 0063-refused-mail.sql
-- Lines of a list come and go by themselves: their places have gaps, and go on behind the last. How many there are is counted.
alter table saved_list_line drop constraint saved_list_line_position_check;
alter table saved_list_line add constraint saved_list_line_position_check check (position >= 1);
