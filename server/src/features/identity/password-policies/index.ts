export { createPasswords, type Passwords } from './passwords.service.ts'
