/**
 * Whether all conditions of a step hold. `can:<capability>`, `cannot:<capability>`; `ok:<id>` and `failed:<id>` of an
 * earlier step (one that was not taken has failed). So a scenario says only what is true.
 */
export function holds(conditions, { capabilities, outcomes }) {
  return conditions.every((condition) => {
    const [kind, name] = condition.split(':')
    if (kind === 'can') return capabilities.has(name)
    if (kind === 'cannot') return !capabilities.has(name)
    const outcome = outcomes.get(name) ?? 'failed'
    return outcome === kind
  })
}
