-- Areas: the administrative divisions of China with those that have ended, loaded from server/reference/areas.tsv.br.

create table areas (
  -- Six digits down to counties, nine for towns.
  code text collate "C" not null,
  name text not null,
  -- Without tones, one word for each character.
  pinyin text not null,
  initials text not null,
  -- 1 province, 2 city, 3 county, 4 town.
  level smallint not null,
  -- Empty for provinces.
  parent text collate "C" not null,
  -- Null: before the oldest source, and in force.
  valid_from date,
  valid_until date,
  -- The code in force that an ended one leads to: of the same area, or of the one above.
  successor text collate "C",
  -- The document of a reviewed change.
  document text not null default '',
  constraint areas__pk primary key (code)
);
create index areas__parent on areas (parent, code) where valid_until is null;
create index areas__successor on areas (successor) where successor is not null;
create index areas__ended on areas (valid_until, code) where valid_until is not null;
call share_with_companies('areas');

-- What is loaded.
create table area_editions (
  sha256 text not null,
  loaded_at timestamptz not null default now(),
  constraint area_editions__pk primary key (sha256)
);
call share_with_companies('area_editions');
