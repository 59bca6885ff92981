-- One commit: all of it, or nothing. It may be sent twice: the second time it finds its own entry in the log.
--
-- KEYS  1 state  2 rules  3 log  4 newest steps  5 wake channel  6 answer  7 newest lines of the sheet
--       8 steps and lines before those
--       9 thinking times  10 illegal attempts (both in a match or tournament alone)
-- ARGV  1 what it replaces (empty: no game yet): version (the state's bytes 1 to 4), and mark, if it has one, as they
--         stand at the head of the log's newest entry  2 state
--       3 rules (empty: written already, or within the state)  4 head of the log's entry: version and commit id
--       5 update  6 entries the log keeps  7 steps (may be empty)  8 lines for the sheet (may be empty)
--       9 expiry in seconds  10 answer (empty: none)  11 its expiry in seconds  12 thinking times (may be empty)
--       13 all steps and lines, folded, instead of 7 and 8 (else empty)
local state, rules, log, steps, wake, answer, sheet, past, times, illegal = unpack(KEYS)

-- After a failover, what is there may be another version of the same number: only the mark tells.
local function is_replaced()
    if redis.call('GETRANGE', state, 1, 4) ~= ARGV[1]:sub(1, 4) then return false end
    local newest = redis.call('LINDEX', log, -1) -- none as long as the log is kept as it was before there were marks
    return not newest or newest:sub(1, #ARGV[1]) == ARGV[1]
end

local answered = ARGV[10] ~= '' and redis.call('EXISTS', answer) == 1
if answered or not is_replaced() then
    for _, entry in ipairs(redis.call('LRANGE', log, 0, -1)) do
        if entry:sub(1, #ARGV[4]) == ARGV[4] then return 1 end
    end
    return 0
end

-- Of the writes, only the first can be refused (memory is short): a refusal leaves nothing.
if redis.call('RPUSH', log, ARGV[4] .. ARGV[5]) > tonumber(ARGV[6]) then
    redis.call('LTRIM', log, -ARGV[6], -1)
end
redis.call('SET', state, ARGV[2], 'EX', ARGV[9])
if ARGV[3] ~= '' then
    redis.call('SET', rules, ARGV[3])
end
if ARGV[7] ~= '' then
    redis.call('APPEND', steps, ARGV[7])
end
if ARGV[8] ~= '' then
    redis.call('APPEND', sheet, ARGV[8])
end
if ARGV[13] ~= '' then
    redis.call('SET', past, ARGV[13])
    redis.call('DEL', steps, sheet)
end
if ARGV[12] ~= '' then
    redis.call('APPEND', times, ARGV[12])
end
for _, key in ipairs({rules, log, steps, sheet, past, times, illegal}) do
    redis.call('EXPIRE', key, ARGV[9])
end
if ARGV[10] ~= '' then
    redis.call('SET', answer, ARGV[10], 'EX', ARGV[11])
end
-- The log is the truth; that nobody could be woken does not undo it.
redis.pcall('SPUBLISH', wake, '')
return 1
