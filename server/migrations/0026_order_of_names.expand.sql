-- Names are sorted as readers of all languages find them: signs, digits by their number, Latin letters, and then Chinese by
-- pinyin (decision 143). It takes the place of `by_name` once its indexes are built, so that lists have one all the time. A
-- PostgreSQL without ICU sorts by code point, as before.
do $$
begin
  create collation by_name_next (provider = icu, locale = 'zh-u-co-pinyin-kn-true-kr-digit-latn-hani');
exception when feature_not_supported then
  create collation by_name_next from "C";
end
$$;
