/** Fields whose text is sent: an answer may come when somebody types on already. */

/**
 * Returns what empties the fields, once their text has been taken. Text that was typed since is left alone.
 * @param {...any} fields
 */
export function emptyWhenTaken(...fields) {
  const sent = fields.map((field) => field.value);
  return () => {
    for (const [at, field] of fields.entries()) if (field.value === sent[at]) field.value = "";
  };
}
