-- Undoing carries an attribute's new version to the earlier changes of it, as it does a tool's.
create index import_change_of_attribute on import_change ((before ->> 'id')) where subject = 'attribute';
