-- What an application calls a user, whole, and whether the name that is shown was given by it as such.
alter table open_app_scim_users add formatted_name text not null default '', add has_display_name boolean not null default false;
