/**
 * SQL of the base parameter list. `check-statements.ts` compares it with what the product sends, so that the baseline
 * stays up to date.
 */
export const opening = (company: string) => `begin; set local role atrium_company; set local app.company = '${company}'`

export const pageStatement =
  'select "id" as "id", "code" as "code", "name" as "name", "kind" as "kind", "options" as "options", "value" as "value", ' +
  '"tags" as "tags", "description" as "desc", "builtin" as "builtin", "created_at" as "createTime", "created_by" as "createBy", ' +
  '"updated_at" as "updateTime", "updated_by" as "updateBy", "version" as "version" from "base_parameters" ' +
  'order by "created_at" desc, "id" limit $1 offset $2'
export const pageValues = [10, 0]
export const countStatement =
  'select count(*) as "total" from (select 1 as "one" from "base_parameters" limit $1) as "capped"'
export const countValues = [10_001]
