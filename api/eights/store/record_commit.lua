-- One commit of a record: all of it, or nothing. It may be sent twice: the second time it finds that it was written.
--
-- KEYS  1 state  2 answer  3 this commit
-- ARGV  1 digest of the state that it replaces (empty: no record yet)  2 state  3 expiry in seconds (0: none)
--       4 answer (empty: none)  5 its expiry in seconds  6 how long this commit is remembered, in seconds
local state, answer, commit = unpack(KEYS)

-- The whole state: after a failover, what is there may be another one of the same version.
local function is_replaced()
    local is = redis.call('GET', state)
    return (is and redis.sha1hex(is) or '') == ARGV[1]
end

local answered = ARGV[4] ~= '' and redis.call('EXISTS', answer) == 1
if answered or not is_replaced() then
    return redis.call('EXISTS', commit)
end

-- Of the writes, only the first can be refused (memory is short): a refusal leaves nothing.
redis.call('SET', commit, '1', 'EX', ARGV[6])
redis.call('SET', state, ARGV[2])
if ARGV[3] ~= '0' then
    redis.call('EXPIRE', state, ARGV[3])
end
if ARGV[4] ~= '' then
    redis.call('SET', answer, ARGV[4], 'EX', ARGV[5])
end
return 1
