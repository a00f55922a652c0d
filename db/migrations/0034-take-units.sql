-- What an order takes of the tools whose rows it has locked. A function, because it sees the rows as they are by then. An update in
-- the statement that waited for the locks would begin from that statement's older view: where somebody refers to such an older row
-- at that moment, it queues behind orders that wait for this one.
create function take_units(tool_ids uuid[], quantities integer[], unconfirmed integer[]) returns boolean
language plpgsql as $$
begin
  update tool set reserved = reserved + wanted.quantity, held_unconfirmed = held_unconfirmed + wanted.unconfirmed
  from unnest(tool_ids, quantities, take_units.unconfirmed) as wanted (tool_id, quantity, unconfirmed)
  where tool.id = wanted.tool_id;
  return true;
end
$$;
