-- One commit: all of it, or nothing. It may be sent twice: the second time it finds its own entry in the log.
--
-- KEYS  1 state  2 rules  3 log  4 steps  5 wake channel  6 answer  7 sheet  8 thinking times  9 illegal attempts
-- ARGV  1 version expected (the state's bytes 1 to 4; empty: no game yet)  2 state  3 rules (empty: written already)
--       4 log entry's id  5 commit id  6 update  7 steps (may be empty)  8 entries the log keeps  9 expiry in seconds
--       10 answer (empty: none)  11 its expiry in seconds  12 lines for the sheet (may be empty)
--       13 thinking times (may be empty)
local state, rules, log, steps, wake, answer, sheet, times, illegal = unpack(KEYS)

local answered = ARGV[10] ~= '' and redis.call('EXISTS', answer) == 1
if answered or redis.call('GETRANGE', state, 1, 4) ~= ARGV[1] then
    local entry = redis.call('XRANGE', log, ARGV[4], ARGV[4])[1]
    return entry and entry[2][2] == ARGV[5] and 1 or 0
end

-- Of the writes, only the first can be refused (memory is short, the id is not the next one): a refusal leaves nothing.
redis.call('XADD', log, 'MAXLEN', ARGV[8], ARGV[4], 'c', ARGV[5], 'u', ARGV[6])
redis.call('SET', state, ARGV[2], 'EX', ARGV[9])
if ARGV[3] ~= '' then
    redis.call('SET', rules, ARGV[3])
end
if ARGV[7] ~= '' then
    redis.call('APPEND', steps, ARGV[7])
end
if ARGV[12] ~= '' then
    redis.call('APPEND', sheet, ARGV[12])
end
if ARGV[13] ~= '' then
    redis.call('APPEND', times, ARGV[13])
end
for _, key in ipairs({rules, log, steps, sheet, times, illegal}) do
    redis.call('EXPIRE', key, ARGV[9])
end
if ARGV[10] ~= '' then
    redis.call('SET', answer, ARGV[10], 'EX', ARGV[11])
end
-- The log is the truth; that nobody could be woken does not undo it.
redis.pcall('SPUBLISH', wake, ARGV[4])
return 1
