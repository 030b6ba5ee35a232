drop index concurrently users__name;
drop index concurrently orgs__parent;
drop index concurrently roles__sort;
drop index concurrently files__name;
drop index concurrently documents__parent;
