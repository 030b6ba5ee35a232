alter table users validate constraint users__nickname;
