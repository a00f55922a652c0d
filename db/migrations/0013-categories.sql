-- A shop makes its own categories. However a name is capitalised, it is the same category: files name them, too.
create unique index category_name_folded on category (lower(name));
