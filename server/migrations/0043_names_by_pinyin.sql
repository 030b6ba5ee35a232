-- Names are sorted as Chinese readers expect: by pinyin. A PostgreSQL without ICU sorts them by code point.
do $$
begin
  create collation by_name (provider = icu, locale = 'zh-u-co-pinyin');
exception when feature_not_supported then
  create collation by_name from "C";
end
$$;

-- Lists of many rows that are read in this order. Unique constraints compare bytes, so that they outlive a change of ICU.
drop index users__name;
create index users__name on users (company_id, name collate by_name, id) where deleted_at is null;
drop index orgs__parent;
create index orgs__parent on orgs (company_id, parent_id, sort, name collate by_name, id);
drop index roles__sort;
create index roles__sort on roles (company_id, sort, name collate by_name, id);
drop index documents__parent;
create index documents__parent on documents (company_id, parent_id, name collate by_name, id);
drop index files__name;
create index files__name on files (company_id, name collate by_name, id);
