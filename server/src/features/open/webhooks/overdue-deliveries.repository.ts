const problem = '超过 3 天未能投递，不再投递'

/**
 * Ends what claims take no more after three days, as its application was locked for so long or as earlier events kept it
 * waiting, and lets later events of its entity go on.
 */
export const endOverdue = `with ended as (
    update webhook_deliveries set state = 'dropped', problem = '${problem}'
    where state = 'waiting' and id < id_at(now() - interval '3 days')
    returning company_id, webhook_id, entity_id)
  update webhook_deliveries later set due_at = now()
  from (select distinct company_id, webhook_id, entity_id from ended) as ended
  where later.company_id = ended.company_id and later.webhook_id = ended.webhook_id and later.entity_id = ended.entity_id
    and later.state = 'waiting' and later.due_at = 'infinity' and later.id >= id_at(now() - interval '3 days')`
