-- What an element of the kind 'field' restricts for whoever does not hold it. Those of before named nothing and did nothing.
alter table elements add column field jsonb;
update elements set kind = 'button' where kind = 'field';
alter table elements add constraint elements__field check ((kind = 'field') = (field is not null));
-- Held is held: a second element for the same thing would say nothing new.
create unique index elements__restricts on elements ((field ->> 'resource'), (field ->> 'name'), (field ->> 'effect'));
