-- The language that a run was asked for in, and that its files are in: a BCP 47 tag; null: that of the code.
alter table job_runs add column language text;
