/**
 * The schemas that hold the product's rows, as a subquery: its own, and those of modules. They let a company's role in,
 * which no other schema of a database does by itself.
 */
export const productSchemas = `(select oid from pg_namespace where exists (
  select from aclexplode(nspacl) where grantee = to_regrole('atrium_company')))`
