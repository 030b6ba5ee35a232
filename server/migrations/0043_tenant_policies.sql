-- How the people of a tenant sign in. Null: as the platform has it for everybody.
alter table tenants
  add column idle_minutes integer,
  add column absolute_minutes integer,
  add column most_devices integer,
  -- From when on signing in takes a second step.
  add column second_step_from timestamptz,
  -- Addresses and CIDR blocks people sign in from; none: anywhere.
  add column allowed_addresses text[] not null default '{}',
  add constraint tenants__idle_minutes check (idle_minutes > 0),
  add constraint tenants__absolute_minutes check (absolute_minutes > 0),
  add constraint tenants__most_devices check (most_devices > 0);

-- What whoever signs in to a company, or goes on there, is held to at this moment; null where it belongs to no tenant.
create function policy_of(of_company companies) returns jsonb
  language sql stable
  return (
    select jsonb_build_object(
      'idleMinutes', idle_minutes, 'absoluteMinutes', absolute_minutes, 'mostDevices', most_devices,
      'secondStep', coalesce(second_step_from <= now(), false), 'addresses', allowed_addresses)
    from tenants where tenants.company_id = of_company.top_id);
