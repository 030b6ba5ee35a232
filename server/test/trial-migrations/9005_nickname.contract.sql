-- Oldest release: present
drop trigger users_nickname on users;
drop function fill_nickname();
