-- What the transaction in which a call failed had taken (decision 53); null where it failed outside of one.
alter table failed_calls add column statements integer, add column transaction_ms integer;
