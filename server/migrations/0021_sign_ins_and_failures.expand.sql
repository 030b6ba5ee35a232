-- For the sign-in log and the histograms, which count by this index alone. It replaces those of sign-ins, which lacks some
-- events, and of failures.
create index concurrently audit_log__sign_ins_and_failures on audit_log (company_id, seq desc)
  include (event, ok, code, actor_id)
  where not ok or event in ('signIn.verified', 'session.started', 'portalSignIn.verified', 'portalSession.started',
    'outsideSignIn.verified', 'outsideSignIn.proved');
