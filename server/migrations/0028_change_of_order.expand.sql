-- Statements name the collation, and so find the new one, also those of nodes of the last release. The former one goes in
-- a release to come: their prepared statements may still hold it.
alter collation by_name rename to by_name_former;
alter collation by_name_next rename to by_name;
