export { hashPassword, passwordMatches, randomPassword } from './password.ts'
export { usersRepository as users } from './users.repository.ts'
