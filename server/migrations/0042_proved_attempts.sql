-- When whoever signs in gave a second step or a passkey; what a trusted browser was spared is none.
alter table sign_in_attempts add column proved_at timestamptz;
