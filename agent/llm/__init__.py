"""Language models: what is asked and answered, over any endpoint that speaks OpenAI's protocol.

    records -> errors -> schema | wire -> dialect | connections -> endpoint -> asking

`endpoint` alone imports the openai package. What a model said is outside text from the first moment.
"""
