-- What a check has noticed of the file, as sentences: rows that are hidden, cells that are merged.
alter table imports add column notes text[] not null default '{}';
