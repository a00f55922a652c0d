-- A tool's history goes by time: ids of movements that one statement makes for many tools, as an import does, have no order.
drop index stock_movement_of_tool;
create index stock_movement_of_tool on stock_movement (tool_id, at, id);
