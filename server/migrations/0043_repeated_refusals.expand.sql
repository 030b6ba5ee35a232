-- A refusal that was committed is repeated with its key, as an answer is.
alter table idempotency_keys add column refusal jsonb;
