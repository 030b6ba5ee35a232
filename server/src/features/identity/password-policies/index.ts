export { passwordPoliciesRoutes } from './password-policies.routes.ts'
export { createPasswords, type Passwords } from './passwords.service.ts'
